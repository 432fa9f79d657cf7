import { findLauncher } from './platform/launcher.ts'
import { prepareGround, type Say } from './start.ts'

const say: Say = (line) => void process.stdout.write(`${line}\n`)

/** What `--help` says of the commands that have no options of their own, or few. */
const helps: Record<string, string> = {
  start:
    'Starts Learnt: web server, content server and background work. Settings are in .env and the environment; .env.example lists them.',
  migrate: 'Brings the database up to date and ends. Needs DATABASE_ADMIN_URL, or the embedded database.',
  seed: `Fills in the demonstration tenants, or changes them.

  --remove            Remove the demonstration, except tenants with people of your own.
  --tenant ID         With --remove: this demonstration tenant, with everybody in it.
  --new-passwords     Give random passwords to demonstration accounts that have the known one.
  --people N          Fill a demonstration tenant with generated people.
  --courses N         And with generated courses.`,
}

/** `node src/main.ts <command>`: one deployable, by argument web server with worker, migrations, seeding, command line. */
export async function runCommand(command: string, args: readonly string[]): Promise<void> {
  const help = args.includes('--help') || args.includes('-h') ? helps[command] : undefined
  if (help !== undefined) return say(help)
  switch (command) {
    case 'start':
      return start()
    case 'migrate': {
      const ground = await prepareGround({ say, ifRunning: 'join' })
      say(ground.migrated.length > 0 ? `Migrated: ${ground.migrated.join(', ')}` : 'The database is up to date.')
      return ground.stop()
    }
    case 'seed': {
      const ground = await prepareGround({ say, ifRunning: 'join' })
      try {
        const { runSeed } = await import('../demo/seed.ts')
        await runSeed(ground, args, say)
      } finally {
        await ground.stop()
      }
      return
    }
    case 'cli': {
      const { runBackupCommand } = await import('./operating/cli-backup.ts')
      const { answerAlone, runCli } = await import('./operating/cli.ts')
      const asksHelp = args.includes('--help') || args.includes('-h')
      const code = asksHelp ? answerAlone(args) : ((await runBackupCommand(args)) ?? answerAlone(args))
      if (code !== null) {
        process.exitCode = code
        return
      }
      const ground = await prepareGround({ say: () => {}, ifRunning: 'join' })
      try {
        // Mails and problems need the texts of the features.
        await import('./app.ts')
        process.exitCode = await runCli(args, ground.services)
      } finally {
        await ground.stop()
      }
      return
    }
    default:
      throw Object.assign(new Error(`Unknown command ${command}. There are: start, migrate, seed, cli.`), {
        name: 'CliError',
      })
  }
}

async function start(): Promise<void> {
  const launcher = findLauncher()
  const tell: Say = (line) => {
    say(line)
    launcher.step(line)
  }
  // Reading its modules is most of what a start takes, and the database starts beside it.
  const readServer = () => import('./serve.ts')
  const ground = await prepareGround({ say: tell, meanwhile: readServer })
  const { startServer } = await readServer()
  return startServer(ground, { say, tell, launcher })
}
