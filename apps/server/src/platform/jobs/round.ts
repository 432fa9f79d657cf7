import type { Services } from '../context.ts'

/**
 * Work that runs again and again, in one process at a time: the folder, clean-ups, days that end. Safe to run twice.
 */
export interface Round {
  readonly name: string
  readonly everyMs: number
  /** `stopping`: the process waits for it; looked at between tenants and portions, and the next round goes on. */
  run(services: Services, stopping: AbortSignal): Promise<void>
}
