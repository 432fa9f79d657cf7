import { sql } from 'kysely'
import type { Round } from '../../platform/jobs/round.ts'

export const sessionRounds: Round[] = [
  {
    name: 'sessions.forget',
    everyMs: 3_600_000,
    run: async ({ db, clock }) => {
      await db.control((tx) => sql`select control.forget_old_sign_ins(${clock.now()})`.execute(tx))
    },
  },
]
