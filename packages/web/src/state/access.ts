import { asProblem, exchange, storeKey, takeCode } from '../api/index.ts'
import { keepLive } from './live.ts'
import { usePage } from './page-store.ts'

/** Where the page begins: it exchanges the code of its address, then follows the server. */
export async function begin(): Promise<void> {
  const code = takeCode()
  if (code !== undefined) {
    try {
      storeKey((await exchange({ code })).key)
    } catch (thrown) {
      usePage.setState({ accessProblem: asProblem(thrown) })
    }
  }
  keepLive()
}

/** The password, where Skillet listens beyond loopback. Rejects with what the server says. */
export async function enter(password: string): Promise<void> {
  storeKey((await exchange({ password })).key)
  location.reload()
}
