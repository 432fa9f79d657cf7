import { rawEndpoint } from './endpoint.ts'

/** Routes for operators and machines; in the contract so that every walk of the server's routes covers them. */
export const system = {
  health: rawEndpoint({ id: 'system.health', summary: 'The process answers.', method: 'GET', path: '/healthz', access: 'public', protocol: 'JSON', produces: 'application/json' }),
  ready: rawEndpoint({ id: 'system.ready', summary: 'The database answers and is migrated.', method: 'GET', path: '/readyz', access: 'public', protocol: 'JSON', produces: 'application/json' }),
  version: rawEndpoint({ id: 'system.version', summary: 'Version of the product and of the schema.', method: 'GET', path: '/version', access: 'public', protocol: 'JSON', produces: 'application/json' }),
  metrics: rawEndpoint({ id: 'system.metrics', summary: 'Prometheus metrics, to the machine itself or to the bearer of METRICS_TOKEN.', method: 'GET', path: '/metrics', access: 'operator', protocol: 'Prometheus text', produces: 'text/plain' }),
  openapi: rawEndpoint({ id: 'system.openapi', summary: 'This contract as OpenAPI 3.1.', method: 'GET', path: '/api/openapi.json', access: 'public', protocol: 'OpenAPI 3.1 JSON', produces: 'application/json' }),
  docs: rawEndpoint({ id: 'system.docs', summary: 'The contract to read in the browser.', method: 'GET', path: '/api/docs', access: 'public', protocol: 'HTML', produces: 'text/html' }),
  docsAsset: rawEndpoint({ id: 'system.docsAsset', summary: 'Script and style of the documentation page.', method: 'GET', path: '/api/docs/:asset', access: 'public', protocol: 'HTTP' }),
  live: rawEndpoint({ id: 'live.socket', summary: 'One WebSocket for each browser: subscribe to topics, receive ids of what changed.', method: 'GET', path: '/api/live', access: 'signedIn', protocol: 'WebSocket, JSON messages' }),
}
