export type { Operation } from '@learnt/contract'
export type { CallInput, Endpoint, ReplyOf } from '@learnt/contract/endpoint'
