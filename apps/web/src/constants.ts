/**
 * Constants and plain functions of the contract, for everything that the first pages load. The build takes them from a
 * copy of the contract's modules without zod (vite.config.ts): the modules themselves come with the pages whose forms
 * check by schemas.
 */
export { mayEnter, type RouteGroup } from '@learnt/contract/roles'
export { breakpoints, isEmail, limits, sizes, splitDuration } from '@learnt/contract/values'
