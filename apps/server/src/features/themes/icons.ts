import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { isHex } from '@learnt/contract/contrast'
import { palettes } from '@learnt/contract/palettes'
import { fileOfTeamImage } from '@learnt/contract/themes'
import type { Services } from '../../platform/context.ts'
import { findFile, findTenantOfTeam, pickVariant } from '../files/queries.ts'
import type { TeamView } from '../teams/queries.ts'

/** What browsers ask for before they offer to install an application; a maskable one may lose its edges. */
export const icons = [
  { name: '192', size: 192, inset: 0, purpose: 'any' },
  { name: '512', size: 512, inset: 0, purpose: 'any' },
  { name: 'maskable', size: 512, inset: 0.2, purpose: 'maskable' },
] as const
export type Icon = (typeof icons)[number]

/** All of a theme that an icon shows. */
export interface IconLook {
  readonly iconLogo: string
  readonly color: string
}

/** Bytes of drawn icons that a process keeps: guests ask for them as often as they like. */
const MAX_KEPT = 4_000_000
const MAX_PIXELS = 100_000_000

/** The product's mark, without its ground: in icons it stands on the team's colour. */
const mark = `<path d="M10 15.5c4-1.6 8-1.2 12 1.5 4-2.7 8-3.1 12-1.5v15c-4-1.4-8-1-12 1.5-4-2.5-8-2.9-12-1.5z"
  fill="none" stroke="#fff" stroke-width="2.6" stroke-linejoin="round"/><path d="m16 24 4.5 4L29 19.5"
  fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`

export function iconAddress(teamId: string, look: IconLook, icon: Icon): string {
  return `/team-icons/${teamId}/${iconVersion(look)}/${icon.name}.png`
}

/** Another one for every other picture, so that browsers keep each for good. */
export function iconVersion(look: IconLook): string {
  return createHash('sha256').update(`${look.iconLogo} ${look.color}`).digest('hex').slice(0, 16)
}

/** As PNG. `isLasting`: false where an error hid the logo, so that it is another picture the next time. */
interface DrawnIcon {
  readonly bytes: Buffer
  readonly isLasting: boolean
}

const drawnBy = new WeakMap<Services, DrawnIcons>()

/** An icon of a team. */
export function drawIcon(services: Services, team: TeamView, look: IconLook, icon: Icon): Promise<DrawnIcon> {
  let drawn = drawnBy.get(services)
  if (!drawn) {
    drawn = new DrawnIcons(services)
    drawnBy.set(services, drawn)
  }
  return drawn.get(team, look, icon)
}

/** Draws one picture after the other, each once for all who wait for it, and keeps the latest. */
class DrawnIcons {
  readonly #services: Services
  readonly #kept = new Map<string, DrawnIcon>()
  readonly #waiting = new Map<string, Promise<DrawnIcon>>()
  #bytes = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(services: Services) {
    this.#services = services
  }

  get(team: TeamView, look: IconLook, icon: Icon): Promise<DrawnIcon> {
    const key = iconAddress(team.id, look, icon)
    const kept = this.#kept.get(key)
    if (kept) return Promise.resolve(kept)
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) return waiting
    const drawn = this.#last.then(() => draw(this.#services, team, look, icon))
    this.#last = drawn.catch(() => undefined)
    this.#waiting.set(key, drawn)
    void drawn
      .then(
        (made) => made.isLasting && this.#keep(key, made),
        () => undefined,
      )
      .finally(() => this.#waiting.delete(key))
    return drawn
  }

  #keep(key: string, icon: DrawnIcon): void {
    this.#kept.set(key, icon)
    this.#bytes += icon.bytes.length
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= MAX_KEPT) return
      this.#kept.delete(oldest)
      this.#bytes -= old.bytes.length
    }
  }
}

/** The team's logo on white; without one, or where its file cannot be read, the product's mark on the team's colour. */
async function draw(services: Services, team: TeamView, look: IconLook, icon: Icon): Promise<DrawnIcon> {
  // Loaded on first use: it brings its own native library.
  const { default: sharp } = await import('sharp')
  const inner = Math.round(icon.size * (1 - 2 * icon.inset))
  const edge = (icon.size - inner) / 2
  const [before, after] = [Math.floor(edge), Math.ceil(edge)]
  const padding = { top: before, left: before, bottom: after, right: after }
  let isLasting = true
  try {
    const logo = await readLogo(services, team, look.iconLogo)
    if (logo) {
      const bytes = await sharp(logo, { limitInputPixels: MAX_PIXELS })
        .resize(inner, inner, { fit: 'contain', background: '#ffffff' })
        .extend({ ...padding, background: '#ffffff' })
        .flatten({ background: '#ffffff' })
        .png()
        .toBuffer()
      return { bytes, isLasting }
    }
  } catch (error) {
    isLasting = false
    services.log.warn({ err: error, team: team.id }, 'the logo of a team cannot be drawn as an icon')
  }
  // What is stored may be older than the rule for colours, and goes into markup here.
  const ground = isHex(look.color) ? look.color : palettes.default.primary
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${inner}" height="${inner}" viewBox="0 0 44 44">
    <rect width="44" height="44" fill="${ground}"/>${mark}</svg>`
  const bytes = await sharp(Buffer.from(svg))
    .extend({ ...padding, background: ground })
    .png()
    .toBuffer()
  return { bytes, isLasting }
}

/** A picture that was made public for a team of the same tenant; null for whatever else stands in the theme. */
async function readLogo(services: Services, team: TeamView, address: string): Promise<Buffer | null> {
  const named = fileOfTeamImage(address)
  const tenantId = named && (await findTenantOfTeam(services.db, named.teamId))
  if (!tenantId || tenantId !== team.tenantId) return null
  const file = await services.db.tenant(tenantId).read((tx) => findFile(tx, named.fileId))
  if (file?.purpose !== 'team') return null
  return buffer(await services.files.open(tenantId, pickVariant(file, '640').sha256))
}
