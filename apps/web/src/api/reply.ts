import type { Endpoint } from '@learnt/contract/endpoint'
import type { z } from 'zod'

export type { Operation } from '@learnt/contract'
export type { CallInput, Endpoint } from '@learnt/contract/endpoint'

/** What a caller receives. */
export type ReplyOf<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : undefined
