import type { Services } from '../context.ts'

/**
 * Work that comes round again and again, in one process at a time: the folder, clean-ups, days that end. Safe to run twice.
 * It comes round on each cluster by itself, whose tenants `services.db` then lists: one that is away keeps no other's back.
 */
export interface Round {
  readonly name: string
  readonly everyMs: number
  /** About the control plane alone: comes round once, and not on each cluster. */
  readonly isOfControlPlane?: true
  /** `stopping`: the process waits for it; looked at between tenants and portions, and the next round goes on. */
  run(services: Services, stopping: AbortSignal): Promise<void>
}
