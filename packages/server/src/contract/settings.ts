import { z } from 'zod'
import { diagnostic } from './diagnostics.ts'
import { settingBounds } from './setting-bounds.ts'

const { longestName, longestText, largestNumber } = settingBounds

/** Of a model or a provider, as a settings file may hold it. */
export const settingName = z
  .string()
  .min(1)
  .max(longestName)
  .regex(/\S/)
  .refine((value) => !/\p{Cc}/u.test(value), 'No control characters are allowed.')

/** A setting that the page can change, what it is now and where that comes from. */
const setting = <T extends z.ZodType>(value: T) =>
  z.object({
    value: value.optional(),
    /** `default`: nobody set it. */
    from: z.enum(['default', 'user', 'project', 'environment', 'command-line']),
    /** Of `user` and `project`: the file. */
    file: z.string().optional(),
    /** False: a higher place overrides it; `from` says which. */
    editable: z.boolean(),
  })

export const themes = ['system', 'light', 'dark'] as const

export const settingsPage = z
  .object({
    model: setting(z.string()),
    language: setting(z.enum(['en', 'zh'])),
    theme: setting(z.enum(themes)),
    sandbox: setting(z.unknown()),
    stepLimit: setting(z.int()),
    userFile: z.string(),
    projectFile: z.string(),
    providers: z.array(
      z.object({
        name: z.string(),
        local: z.boolean(),
        usable: z.boolean(),
        key: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('not-needed') }),
          z.object({ kind: z.literal('missing') }),
          /** Never the key: its last four characters. */
          z.object({ kind: z.literal('set'), endsIn: z.string() }),
          /** Set by this variable; to be changed there. */
          z.object({ kind: z.literal('environment'), variable: z.string() }),
        ]),
        models: z.array(z.string()),
      }),
    ),
    aliases: z.array(z.object({ alias: z.string(), id: z.string() })),
    rules: z.array(
      z.object({
        /** For its removal. */
        id: z.string(),
        effect: z.enum(['allow', 'ask', 'deny']),
        rule: z.string(),
        from: z.string(),
        file: z.string().optional(),
        removable: z.boolean(),
      }),
    ),
    diagnostics: z.array(diagnostic),
  })
  .meta({ id: 'SettingsPage' })

/** One field at a time. Null takes the setting away. */
export const settingsChange = z
  .union([
    z.strictObject({ field: z.literal('model'), value: settingName.nullable() }),
    z.strictObject({ field: z.literal('language'), value: z.enum(['en', 'zh']).nullable() }),
    z.strictObject({ field: z.literal('theme'), value: z.enum(themes).nullable() }),
    z.strictObject({
      field: z.literal('stepLimit'),
      value: z.int().min(1).max(largestNumber).nullable(),
    }),
  ])
  .meta({ id: 'SettingsChange' })

export const keyRequest = z.strictObject({ key: z.string().min(1).max(longestText) })

export const testRequest = z.strictObject({ model: settingName })

export const testAnswer = z
  .discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), id: z.string() }),
    z.object({ ok: z.literal(false), id: z.string(), message: z.string(), hint: z.string() }),
  ])
  .meta({ id: 'TestAnswer' })

export type SettingsPage = z.infer<typeof settingsPage>
export type SettingsChange = z.infer<typeof settingsChange>
export type TestAnswer = z.infer<typeof testAnswer>
