import { describe, expect, it } from 'vitest'
import { isSecretFile } from './secret-files.ts'

describe('secret files', () => {
  it.each([
    '/w/.env',
    '/w/.env.production',
    '/w/.env-prod',
    '/w/prod.env',
    '/w/.envrc',
    '/w/.ENV',
    '/w/id_ed25519',
    '/w/server.key',
    '/w/ca.pem',
    '/w/.npmrc',
    '/w/.netrc',
    '/w/credentials.json',
    '/h/.aws/config',
    '/h/.ssh/config',
    '/h/.config/gcloud/x.db',
    '/h/.docker/config.json',
    '/w/.git/config',
    '/proc/1/environ',
    '/proc/self/environ',
    '/proc/1/task/1/environ',
  ])('%s is one', (path) => {
    expect(isSecretFile(path)).toBe(true)
  })

  it.each([
    '/w/.env.example',
    '/w/.env.sample',
    '/w/id_rsa.pub',
    '/w/environment.ts',
    '/w/src/gcloud/a.ts',
    '/w/.azure/pipeline.yml',
    '/w/.docker/Dockerfile',
    '/w/.environment/a',
    '/w/keys.md',
    '/w/.gitignore',
    '/w/proc/self/environ',
    '/w/.git/HEAD',
  ])('%s is none', (path) => {
    expect(isSecretFile(path)).toBe(false)
  })
})
