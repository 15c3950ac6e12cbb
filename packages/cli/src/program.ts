import { type Argument, Command, CommanderError, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import type { Context } from './context.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { type LibraryFlags, refuseFlags } from './library/flags.ts'
import { cleanLine } from './screen/clean.ts'
import { sayError, sayHint } from './screen/notice.ts'
import type { ColourChoice } from './screen/terminal.ts'
import { suggestions } from './suggestion.ts'
import { mendableFault } from './system-error.ts'

/**
 * The command line: names, flags and help. Each command lives in its own file below `commands/` and
 * loads only when it is asked for.
 *
 * @param words What stands after `skillet`.
 * @param openContext Gives the outside world, with colours as the flags want them.
 */
export async function runProgram(
  words: readonly string[],
  openContext: (colour: ColourChoice) => Context,
): Promise<ExitCode> {
  const context = openContext('auto')
  let code: ExitCode = exitCodes.done
  const given = firstWords(words, context)
  const program = createProgram(given[0], context, openContext, (result) => {
    code = result
  })
  try {
    await program.parseAsync(given, { from: 'user' })
    return code
  } catch (error) {
    const fault = mendableFault(error)
    if (fault !== undefined) {
      sayError(context.terminal.stderr, fault.message, fault.hint)
      return exitCodes.failed
    }
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return exitCodes.done
    sayHowTo(context, program, words, error)
    return exitCodes.usage
  }
}

/** Below what was wrong with the words: how the command is called, or what was meant. */
function sayHowTo(
  { terminal }: Context,
  program: Command,
  words: readonly string[],
  { code, message }: CommanderError,
): void {
  const { stderr } = terminal
  const command = program.commands.find((one) => words.includes(one.name()))
  const [, typed = ''] = /'([^']*)'/u.exec(message) ?? []
  const meant = (candidates: readonly string[]) => {
    const [first, ...more] = suggestions(typed, candidates)
    return first === undefined ? undefined : `Did you mean ${[first, ...more].join(' or ')}?`
  }
  switch (code) {
    case 'commander.missingArgument':
      if (command === undefined) return
      stderr.write(`  usage: ${program.name()} ${command.name()} ${command.usage()}\n`)
      sayHint(stderr, 'See which skills there are: skillet list')
      return
    case 'commander.unknownCommand':
      sayHint(
        stderr,
        meant(program.commands.map((one) => one.name())) ?? 'See the commands: skillet help',
      )
      return
    case 'commander.unknownOption': {
      const flags = (command ?? program).options.flatMap(({ long }) => long ?? [])
      const help = `See its flags: skillet help${command === undefined ? '' : ` ${command.name()}`}`
      const owner = command === undefined ? ownerOf(program, typed) : undefined
      const whole = owner && `It is a flag of a command: skillet ${owner.name()} ${typed}`
      sayHint(stderr, whole ?? meant(flags) ?? help)
    }
  }
}

/** The command that knows a flag: the chat where it does, since it is what no word at all means. */
function ownerOf({ commands }: Command, flag: string): Command | undefined {
  const owners = commands.filter(({ options }) =>
    options.some(({ long, short }) => flag !== '' && (long === flag || short === flag)),
  )
  return owners.find((one) => one.name() === 'chat') ?? owners[0]
}

/** Without a word, a person gets the chat and a program gets the help. */
function firstWords(words: readonly string[], { terminal }: Context): string[] {
  if (words.length > 0) return [...words]
  return terminal.interactive && terminal.stdout.isTerminal ? ['chat'] : ['--help']
}

type Run<Flags> = (context: Context, flags: Flags & LibraryFlags) => Promise<ExitCode>

/** @param first The first word: where it names a command, no other is built. */
function createProgram(
  first: string | undefined,
  context: Context,
  openContext: (colour: ColourChoice) => Context,
  finish: (code: ExitCode) => void,
): Command {
  const { stdout, stderr } = context.terminal
  const program = new Command('skillet')
    .description('Find, check, explain and run Agent Skills.')
    .version(manifest.version, '-V, --version', 'print the version')
    .showSuggestionAfterError(false)
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(inOurWords(text)),
      getOutHasColors: () => stdout.style.isColorSupported,
      getErrHasColors: () => stderr.style.isColorSupported,
      getOutHelpWidth: () => Math.min(stdout.columns, 100),
      getErrHelpWidth: () => Math.min(stderr.columns, 100),
    })
    .configureHelp({
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
      styleTitle: (text) => stdout.style.bold(text),
      styleCommandText: (text) => stdout.style.cyan(text),
      styleSubcommandTerm: (text) => stdout.style.cyan(text),
      styleOptionTerm: (text) => stdout.style.cyan(text),
    })
    .addHelpText('after', examples)

  const isAlone = first !== undefined && commandNames.has(first)
  /** Adds a command; words go in first, the flags that all have go in last. */
  const add = <Flags>(
    usage: string,
    description: string,
    build: (command: Command) => Command,
    load: (words: readonly (string | readonly string[] | undefined)[]) => Promise<Run<Flags>>,
  ) => {
    if (isAlone && usage.split(' ')[0] !== first) return
    withSharedFlags(build(program.command(usage).description(description))).action(
      async (...parts: unknown[]) => {
        const command = parts.at(-1)
        if (!(command instanceof Command)) throw new TypeError('Commander changed its action call.')
        const flags = command.opts<Flags & LibraryFlags & { color?: boolean }>()
        const here =
          flags.color === undefined ? context : openContext(flags.color ? 'always' : 'never')
        const refused = refuseFlags(here, flags)
        if (refused !== undefined) return finish(refused)
        const run = await load(command.processedArgs)
        finish(await run(here, flags))
      },
    )
  }

  add<import('./commands/run.ts').RunFlags>(
    'run <skill> [arguments...]',
    'run a skill once; words after its name go to the skill',
    (command) =>
      command
        .passThroughOptions()
        .option('--model <id>', 'the model, such as anthropic/claude-sonnet-4-6 or sonnet')
        .option('--json', 'print each event as one line of JSON')
        .option('--yes', 'allow every tool call that would ask')
        .addOption(repeatable('--allow <pattern>', 'allow such calls, as in "bash(git diff *)"'))
        .option('--dry-run', 'print the exact request and send nothing')
        .option('--strict-permissions', 'exit with 3 when a tool call was refused')
        .option('--continue', 'go on in the latest conversation of this folder')
        .addOption(new Option('--resume <id>', 'go on in this conversation').conflicts('continue'))
        .addOption(
          new Option('--language <code>', 'language of the frame around instructions').choices([
            'en',
            'zh',
          ]),
        ),
    async ([skill, words]) => {
      const { run } = await import('./commands/run.ts')
      return (at, flags) => run(at, flags, String(skill), listOf(words))
    },
  )
  add<import('./commands/serve.ts').ServeFlags>(
    'serve',
    'chat in the browser, and serve other programs over HTTP',
    (command) =>
      command
        .option('--port <number>', 'listen there; 4747 or the next free port otherwise')
        .option('--host <address>', 'listen on another address than 127.0.0.1; asks for a password')
        .option('--no-open', 'print the address and open no browser')
        .option('--client-token <file>', 'let other programs in with the token in this file')
        .option('--client-may-approve', 'that token may say yes to tool calls, and change settings')
        .addOption(
          repeatable(
            '--allow-origin <origin>',
            'pages from there may use the token, as in http://localhost:5173',
          ),
        )
        .option('--password-file <file>', 'of --host: the password, instead of a question'),
    async () => (await import('./commands/serve.ts')).serve,
  )
  add<import('./commands/chat.ts').ChatFlags>(
    'chat [message]',
    'talk with a model, with skills; what `skillet` alone opens',
    (command) =>
      command
        .option('--model <id>', 'the model, such as anthropic/claude-sonnet-4-6 or sonnet')
        .option('--continue', 'go on in the latest conversation of this folder')
        .addOption(
          new Option(
            '--resume [id]',
            'go on in this conversation, or choose one from a list',
          ).conflicts('continue'),
        ),
    async ([message]) => {
      const { chat } = await import('./commands/chat.ts')
      return (at, flags) => chat(at, flags, typeof message === 'string' ? message : undefined)
    },
  )
  add<import('./commands/list.ts').ListFlags>(
    'list',
    'list the skills that can be called',
    (command) =>
      command
        .option('--all', 'list every file that looks like a skill, with its state')
        .option('--json', 'print JSON'),
    async () => (await import('./commands/list.ts')).list,
  )
  add<import('./commands/show.ts').ShowFlags>(
    'show <skill>',
    'show where a skill is from and what the model reads',
    (command) =>
      command.option('--json', 'print JSON').option('--raw', 'print the Markdown file as it is'),
    async ([skill]) => {
      const { show } = await import('./commands/show.ts')
      return (at, flags) => show(at, flags, String(skill))
    },
  )
  add<import('./commands/why.ts').WhyFlags>(
    'why <name-or-path>',
    'explain why a skill can or cannot be called',
    (command) => command.option('--json', 'print JSON'),
    async ([query]) => {
      const { why } = await import('./commands/why.ts')
      return (at, flags) => why(at, flags, String(query))
    },
  )
  add<import('./commands/prompt.ts').PromptFlags>(
    'prompt [message]',
    'print what a message would send, and send nothing',
    (command) =>
      command
        .option('--model <id>', 'as if this model were asked')
        .option('--json', 'print JSON')
        .addOption(
          new Option('--language <code>', 'language of the frame around instructions').choices([
            'en',
            'zh',
          ]),
        ),
    async ([message]) => {
      const { prompt } = await import('./commands/prompt.ts')
      return (at, flags) => prompt(at, flags, typeof message === 'string' ? message : '')
    },
  )
  add<import('./commands/trust.ts').TrustFlags>(
    'trust',
    "look at this repository's skills, then trust them or not",
    (command) => command.option('--yes', 'trust them as they are now, without a question'),
    async () => (await import('./commands/trust.ts')).trust,
  )
  add(
    'untrust',
    "stop trusting this repository's skills",
    (command) => command,
    async () => (await import('./commands/untrust.ts')).untrust,
  )
  for (const verb of ['enable', 'disable'] as const) {
    add<import('./commands/switch.ts').SwitchFlags>(
      `${verb} <skills...>`,
      `${verb} skills by name, glob, scope:name or path`,
      (command) =>
        command.option('--user', 'everywhere, in your own settings instead of this project’s'),
      async ([skills]) => {
        const { switchSkills } = await import('./commands/switch.ts')
        return (at, flags) => switchSkills(at, flags, verb, listOf(skills))
      },
    )
  }
  add<import('./commands/conversations.ts').ConversationsFlags>(
    'conversations [action] [id]',
    'list the conversations of this folder; delete ID, export ID',
    (command) =>
      command
        .option('--search <words>', 'list those that hold all words')
        .option('--all', 'those of all folders')
        .option('--limit <number>', 'list at most so many', '20')
        .addOption(
          new Option('--format <format>', 'of an export')
            .choices(['markdown', 'json'])
            .default('markdown'),
        )
        .option('--yes', 'delete without a question')
        .option('--json', 'print JSON'),
    async ([action, id]) => {
      const { conversations } = await import('./commands/conversations.ts')
      const words = [action, id].filter((word) => typeof word === 'string')
      return (at, flags) => conversations(at, flags, words)
    },
  )
  add<import('./commands/doctor.ts').DoctorFlags>(
    'doctor',
    'check that everything Skillet needs is there',
    (command) => command.option('--json', 'print JSON'),
    async () => (await import('./commands/doctor.ts')).doctor,
  )
  return program
}

const commandNames: ReadonlySet<string> = new Set(
  'run chat serve list show why prompt trust untrust enable disable conversations doctor'.split(
    ' ',
  ),
)

/** Commander's errors, in the form that all others have here. They repeat what was typed. */
function inOurWords(text: string): string {
  return `${cleanLine(text.replace(/^error: /u, 'skillet: '))}\n`
}

function argumentTerm(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '...' : '')
  return argument.required ? `<${name}>` : `[${name}]`
}

function withSharedFlags(command: Command): Command {
  return command
    .option('--cwd <folder>', 'work in this folder instead of the present one')
    .addOption(repeatable('--skill <path>', 'also use this skill or folder of skills'))
    .option('--trust', "trust this repository's skills, for this call only")
    .option('--color', 'colour the output')
    .option('--no-color', 'do not colour the output')
}

function repeatable(flags: string, description: string): Option {
  type Values = readonly string[] | undefined
  return new Option(flags, `${description} (repeatable)`).argParser(
    (value: string, before: Values): Values => [...(before ?? []), value],
  )
}

function listOf(words: string | readonly string[] | undefined): readonly string[] {
  if (words === undefined) return []
  return typeof words === 'string' ? [words] : words
}

const examples = `
Examples:
  skillet list                      what there is
  skillet run pdf report.pdf        run a skill with an argument
  skillet why pdf                   why it can, or cannot, be called
  skillet prompt "/pdf report.pdf"  what the model would be sent`
