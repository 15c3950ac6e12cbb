import { createHash, timingSafeEqual } from 'node:crypto'

/** What is kept of a secret: enough to know it again. */
export type SecretDigest = Buffer

export function digestOf(secret: string): SecretDigest {
  return createHash('sha256').update(secret).digest()
}

/** Takes the same time for every wrong secret, however much of it is right. */
export function isSecret(given: string, digest: SecretDigest): boolean {
  return timingSafeEqual(digestOf(given), digest)
}

/** The same among several: each of them is compared, also once one was found. */
export function findSecret<T extends { readonly digest: SecretDigest }>(
  given: string,
  known: Iterable<T>,
): T | undefined {
  let found: T | undefined
  for (const one of known) if (isSecret(given, one.digest)) found = one
  return found
}
