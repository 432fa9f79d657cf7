import type { Job } from '@learnt/contract/jobs'
import { call } from './call.ts'
import { api } from './operations.ts'
import { isProblem } from './problem.ts'

const followed = new Set<string>()

/** Whether a page itself tells what became of a job: nobody else then needs to. */
export function isFollowed(jobId: string): boolean {
  return followed.has(jobId)
}

const pauses = [250, 500, 1000, 2000]

/** Says that work goes on, unless it is done at once: two messages in a row for one short job are one too many. */
export function sayLater(say: () => void): () => void {
  const timer = setTimeout(say, 1200)
  return () => clearTimeout(timer)
}

/** Waits for a job to end; a server that does not answer for a while is asked again. The caller tells what became of it. */
export async function followJob(jobId: string): Promise<Job> {
  followed.add(jobId)
  for (let round = 0; ; round++) {
    await new Promise((resume) => setTimeout(resume, pauses[Math.min(round, pauses.length - 1)]))
    try {
      const job = await call(api.jobs.get, { params: { jobId } })
      if (job.state === 'succeeded' || job.state === 'failed' || job.state === 'cancelled') return job
    } catch (error) {
      if (!isProblem(error, 'unavailable', 'too-many-requests')) throw error
    }
  }
}
