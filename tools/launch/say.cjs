const { join } = require('node:path')

const root = join(__dirname, '..', '..')

/** An error that the operator can correct; the message says how, and no stack is shown. */
class Trouble extends Error {}

const began = Date.now()

const say = {
  /** Called with every new step, for the page shown meanwhile. */
  onStep: () => {},
  line(text) {
    console.log(text)
  },
  trouble(text) {
    console.error(`\n${text}\n`)
  },
  /** Seconds since the command began. */
  elapsed: () => seconds(Date.now() - began),
  /** Shows `doing` with a running clock during the work, then `done` with the time it took. */
  async step(doing, done, work) {
    const from = Date.now()
    const live = process.stdout.isTTY
    say.onStep(doing)
    const show = () => process.stdout.write(`\r  ${doing} … ${seconds(Date.now() - from)}\x1b[K`)
    if (live) show()
    else console.log(`  ${doing} …`)
    const timer = live ? setInterval(show, 200) : undefined
    try {
      const result = await work()
      if (live) process.stdout.write('\r\x1b[K')
      console.log(`  ${done} (${seconds(Date.now() - from)})`)
      return result
    } catch (error) {
      if (live) process.stdout.write('\n')
      throw error
    } finally {
      clearInterval(timer)
    }
  },
}

function seconds(ms) {
  return ms < 9950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`
}

module.exports = { root, say, seconds, Trouble }
