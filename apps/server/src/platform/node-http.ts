import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Node's own HTTP, required: an `import` of `node:http` asks for everything that it exports, and some of that reads the
 * whole of undici, a twentieth of what a start takes.
 */
export const http = require('node:http') as typeof import('node:http')
export const https = require('node:https') as typeof import('node:https')
