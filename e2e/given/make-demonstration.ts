// Started by `npm test` beside the suites before the browser tests: filling in the demonstration takes long and leaves a
// core idle. Prints the folder when it is made, and removes it when the process that started this closes its input or ends.
import { makeDemonstration } from './demonstration.ts'

const made = await makeDemonstration()
process.stdout.write(`${made.dataDir}\n`)
process.stdin.resume().on('end', () => void made.stop().then(() => process.exit()))
