import type { learning, Progress } from '@learnt/contract/learning'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { ApiProblem, readProblem } from '../../api/problem.ts'
import type { CallInput } from '../../api/reply.ts'

export type ProgressBody = CallInput<typeof learning.progress>['body']

/** Browsers let all requests that outlive their page carry 64 KiB together. */
const keepaliveBytes = 30_000

/**
 * Sends one report in a request that outlives the page, because the last words of a visit are said while it goes away.
 * `call` has no such request; the rest is as there. Throws `ApiProblem`; status 0 is no answer.
 */
export async function sendProgress(
  step: { userCourseId: string; activityId: string },
  body: ProgressBody,
  key: string,
): Promise<Progress> {
  const text = JSON.stringify(body)
  const { userCourseId, activityId } = step
  let response: Response
  try {
    response = await fetch(addressOf(api.learning.progress, { params: { userCourseId, activityId } }), {
      method: api.learning.progress.method,
      headers: {
        accept: 'application/json',
        'accept-language': document.documentElement.lang || 'en',
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      credentials: 'same-origin',
      keepalive: text.length < keepaliveBytes,
      body: text,
    })
  } catch {
    throw new ApiProblem({ status: 0, code: 'unavailable', title: 'No answer' })
  }
  if (!response.ok) throw await readProblem(response)
  return (await response.json()) as Progress
}
