/**
 * The contract's operations. The build replaces this module by the same tree without schemas (vite.config.ts), so that
 * a page pays for zod only when it imports a schema: here, rely on id, method, path, access and the types alone.
 */
export { api } from '@learnt/contract'
