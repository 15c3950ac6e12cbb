import { Component, type ErrorInfo, type ReactNode } from 'react'

export interface BoundaryProps {
  /** What is shown instead, with a way to try again. */
  readonly instead: (error: unknown, retry: () => void) => ReactNode
  /** Another value tries again, as another text or another page does. */
  readonly resetKey?: unknown
  readonly children: ReactNode
}

interface BoundaryState {
  readonly failed: { readonly error: unknown } | undefined
  readonly resetKey: unknown
}

/** Keeps what breaks inside from taking the page along. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { failed: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failed: { error } }
  }

  static getDerivedStateFromProps(
    props: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    if (Object.is(props.resetKey, state.resetKey)) return null
    return { failed: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack)
  }

  override render(): ReactNode {
    const { failed } = this.state
    if (failed === undefined) return this.props.children
    return this.props.instead(failed.error, () => this.setState({ failed: undefined }))
  }
}
