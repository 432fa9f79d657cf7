import type { ClientEventName } from '@learnt/contract/analytics-names'
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { track } from './analytics.ts'
import { type AnyInput, callWith, type InputOf, newKey } from './call.ts'
import { isProblem } from './problem.ts'
import type { Endpoint, ReplyOf } from './reply.ts'

type Rest<E extends Endpoint> = Record<never, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

/** `{ queryKey, queryFn }` of a reading operation, for useQuery, prefetchQuery and loaders. */
export function queryOf<E extends Endpoint>(endpoint: E, ...rest: Rest<E>) {
  return {
    queryKey: [...endpoint.id.split('.'), rest[0] ?? {}] as QueryKey,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ReplyOf<E>> =>
      callWith(endpoint, (rest[0] ?? {}) as AnyInput, { signal }),
  }
}

/** Deeds of the administration that count as events of use, whichever page they are done on. */
const deeds: Readonly<Record<string, ClientEventName>> = {
  'courses.publish': 'admin-course-publish',
  'permissions.create': 'admin-permission-save',
  'permissions.update': 'admin-permission-save',
  'permissions.assign': 'admin-permission-save',
  'members.create': 'admin-member-save',
  'members.update': 'admin-member-save',
}

export interface SendOptions<E extends Endpoint> {
  /** Parts of the contract whose answers are out of date after success: `['courses', 'permissions']`. */
  outdates?: readonly string[]
  onSuccess?: (reply: ReplyOf<E>, input: InputOf<E>) => void
  onError?: (error: Error, input: InputOf<E>) => void
}

/**
 * A changing operation as a mutation. One wish keeps one Idempotency-Key: when no answer came and the person presses
 * the button again with the same content, the server sees the same key and does not do it twice.
 */
export function useSend<E extends Endpoint>(
  endpoint: E,
  options: SendOptions<E> = {},
): UseMutationResult<ReplyOf<E>, Error, InputOf<E>> {
  const client = useQueryClient()
  const unanswered = useRef<{ content: string; key: string } | null>(null)
  return useMutation<ReplyOf<E>, Error, InputOf<E>>({
    mutationKey: endpoint.id.split('.'),
    mutationFn: async (input) => {
      const content = JSON.stringify(input)
      const key = unanswered.current?.content === content ? unanswered.current.key : newKey()
      unanswered.current = { content, key }
      try {
        const reply = await callWith(endpoint, input as AnyInput, { idempotencyKey: key })
        unanswered.current = null
        return reply
      } catch (error) {
        if (!isProblem(error, 'unavailable')) unanswered.current = null
        throw error
      }
    },
    onSuccess: async (reply, input) => {
      const deed = deeds[endpoint.id]
      if (deed) track(deed)
      const parts = options.outdates ?? [endpoint.id.split('.')[0] ?? endpoint.id]
      options.onSuccess?.(reply, input)
      await Promise.all(parts.map((part) => client.invalidateQueries({ queryKey: [part] })))
    },
    onError: (error, input) => options.onError?.(error, input),
  })
}
