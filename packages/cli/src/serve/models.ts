import type { ModelCatalogue } from '@skillet/agent'

/** Servers on this computer come and go; a page that asks what there is shall see it. */
const freshMs = 3_000

/**
 * The models of this moment: chosen anew where the settings changed, and looked for anew where
 * somebody asks what there is.
 *
 * @param create makes them from the settings as they are
 * @param fingerprint of all that they depend on
 */
export function currentModels(
  create: () => ModelCatalogue,
  fingerprint: () => string,
  now: () => number,
): ModelCatalogue {
  let made = { models: create(), of: fingerprint(), at: now() }
  const current = (mostMs = Number.POSITIVE_INFINITY) => {
    const of = fingerprint()
    if (of !== made.of || now() - made.at > mostMs) made = { models: create(), of, at: now() }
    return made.models
  }
  return {
    choose: (wanted) => current().choose(wanted),
    resolve: (id) => current().resolve(id),
    findings: () => current(freshMs).findings(),
    list: () => current(freshMs).list(),
    test: (id, signal) => current(freshMs).test(id, signal),
    get secrets() {
      return current().secrets
    },
  }
}
