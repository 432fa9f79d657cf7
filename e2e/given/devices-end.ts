import { afterEach } from 'vitest'
import { endDevices } from './devices.ts'

// Runs for every file; devices.ts itself is loaded once for all files of a worker.
afterEach(async ({ task }) => {
  const shown = await endDevices({ name: task.name, hasFailed: task.result?.state === 'fail' })
  // for tools/launch/report-tests.mjs
  if (shown.length > 0) Object.assign(task.meta, { shown })
})
