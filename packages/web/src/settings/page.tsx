import { useSentences } from '../language/index.ts'
import { Button, Notice, Prose, Spinner } from '../parts/index.ts'
import { Path } from '../paths/index.ts'
import { About } from './about.tsx'
import { KeyField } from './key-field.tsx'
import { Look } from './look.tsx'
import { ModelField } from './model-field.tsx'
import { Rules } from './rules.tsx'
import { Section } from './section.tsx'
import { SkillsSection } from './skills-section.tsx'
import { StepLimit } from './step-limit.tsx'
import { useSettings } from './use-settings.ts'

/** Model and keys, skills, permissions, look and language, about. Each field is saved at once. */
export function SettingsPage() {
  const { settings: words, parts, shell } = useSentences()
  const { settings, problem, reload } = useSettings()
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-reading flex-col gap-6 px-3 py-6 medium:px-4">
        {problem !== undefined && (
          <Notice
            tone="danger"
            action={
              <Button icon="retry" onClick={() => void reload()}>
                {parts.retry}
              </Button>
            }
          >
            <Prose of={{ message: words.readFailed(problem.message), hint: problem.hint }} />
          </Notice>
        )}
        {settings === undefined && problem === undefined && (
          <p role="status" className="flex items-center gap-2 text-text2">
            <Spinner />
            {shell.loading}
          </p>
        )}
        {settings?.diagnostics.map(({ code, message, file, range, hint, severity }) => (
          <Notice
            key={`${code} ${file} ${range?.start.offset}`}
            tone={severity === 'error' ? 'danger' : 'warning'}
          >
            <Prose of={{ message, hint }} />
            <Path path={file} after={range === undefined ? '' : `:${range.start.line}`} />
          </Notice>
        ))}
        {settings !== undefined && (
          <>
            <Section title={words.modelAndKeys}>
              <ModelField settings={settings} reload={reload} />
              <div className="flex flex-col gap-2">
                {settings.providers.map((provider) => (
                  <KeyField key={provider.name} provider={provider} reload={reload} />
                ))}
              </div>
              <StepLimit settings={settings} reload={reload} />
            </Section>
            <Section title={words.skills}>
              <SkillsSection />
            </Section>
            <Section title={words.permissions}>
              <Rules rules={settings.rules} reload={reload} />
            </Section>
            <Section title={words.look}>
              <Look settings={settings} reload={reload} />
            </Section>
            <Section title={words.about}>
              <About settings={settings} />
            </Section>
          </>
        )}
      </div>
    </div>
  )
}
