import { afterEach } from 'vitest'
import { endDevices } from './devices.ts'

// Runs for every file; devices.ts itself is loaded once for all files of a worker.
afterEach(({ task }) => endDevices({ name: task.name, hasFailed: task.result?.state === 'fail' }))
