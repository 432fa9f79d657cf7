import { api } from '@learnt/contract'
import { authorize } from '../../platform/authorize.ts'
import { dataPolicy, makeNonce, videoPolicy } from '../../platform/http/policies.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { saveVideoHosts } from './commands.ts'
import { videoHostPolicy } from './policy.ts'
import { listVideoHosts } from './queries.ts'

export const videoHostRoutes: Route[] = [
  route(api.videoHosts.get, async ({ ctx }) => ({ hosts: await ctx.read((tx) => listVideoHosts(ctx, tx)) })),

  route(api.videoHosts.save, async ({ ctx, body }) => {
    authorize(ctx.actor, videoHostPolicy.change, { id: ctx.actor.tenantId })
    return { hosts: await saveVideoHosts(ctx, body.hosts) }
  }),

  rawRoute(api.videoHosts.frame, async ({ ctx, request, reply, locale, t }) => {
    const { address } = request.query as { address?: unknown }
    const url = typeof address === 'string' && address.length <= 2000 ? URL.parse(address) : null
    const hosts = ctx === null ? [] : await ctx.read((tx) => listVideoHosts(ctx, tx))
    reply.type('text/html; charset=utf-8')
    if (url?.protocol !== 'https:' || url.username !== '' || !hosts.includes(url.hostname)) {
      for (const [name, value] of Object.entries(dataPolicy)) reply.header(name, value)
      // A frame without a video tells the viewer why.
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'self'; sandbox")
      return reply
        .status(404)
        .send(`<!doctype html><html lang="${locale}"><meta charset="utf-8"><p>${t('videoHosts.notListed')}</p></html>`)
    }
    const nonce = makeNonce()
    for (const [name, value] of Object.entries(videoPolicy(hosts, nonce))) reply.header(name, value)
    return reply.send(framePage(url, nonce))
  }),
]

/** The frame around the video has no more rights than this page: scripts and its own host's origin, without which players show nothing. */
function framePage(url: URL, nonce: string): string {
  // URL writes what could end the attribute as %22.
  const address = url.href.replaceAll('&', '&amp;').replaceAll('"', '%22')
  return `<!doctype html><meta charset="utf-8"><title>Video</title><style nonce="${nonce}">html,body{margin:0;height:100%;background:#000}iframe{display:block;width:100%;height:100%;border:0}</style><iframe src="${address}" sandbox="allow-scripts allow-same-origin" referrerpolicy="no-referrer" allow="fullscreen" allowfullscreen title="Video"></iframe>`
}
