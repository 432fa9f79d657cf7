import { rawEndpoint } from './endpoint.ts'

export const supportChat = {
  page: rawEndpoint({
    id: 'supportChat.page',
    summary:
      'The page in which the tenant’s support chat runs: framed without an origin, allowed that one script alone.',
    method: 'GET',
    path: '/api/support-chat',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: () => ({ alsoFine: [404] }),
    protocol: 'HTML, for the application’s own frame. 404 where the tenant has no support chat.',
    produces: 'text/html',
  }),
}
