/**
 * Draws covers, illustrations, logos and backdrops: `node apps/server/demo/tools/draw-covers.ts`.
 * The SVG is the source; what courses use are the WebP files beside it. Needs a Chromium.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { openChromium } from './chromium.ts'
import { covers } from './covers.ts'
import { drawingPage, fontStyle } from './drawing-page.ts'
import { illustrations } from './illustrations/all.ts'
import { backdrops, logos, wordMark } from './logos.ts'
import { writeMediaList } from './media-list.ts'
import { svg } from './svg.ts'

const media = new URL('../media/', import.meta.url)
const style = fontStyle()
// Logos stand on any ground.
const clear = `${style}<style>html,body{background:transparent}</style>`
const chromium = await openChromium()

for (const folder of ['covers', 'illustrations', 'logos'])
  await mkdir(new URL(`${folder}/`, media), { recursive: true })

for (const [name, draw] of Object.entries(covers)) {
  await keep(
    `covers/${name}`,
    svg(640, 360, name.replaceAll('-', ' '), draw()),
    { width: 640, height: 360, scale: 2 },
    640,
  )
}
for (const [name, { width, height, title, draw }] of Object.entries(illustrations)) {
  await keep(`illustrations/${name}`, svg(width, height, title, draw()), { width, height, scale: 1.6 }, 1280)
}
for (const [name, logo] of Object.entries(logos)) {
  const mark = svg(64, 64, `${logo.name} ${logo.second}`, logo.mark)
  await writeFile(new URL(`logos/${name}.svg`, media), mark)
  const square = await chromium.picture(drawingPage(mark, clear), { width: 64, height: 64, scale: 2 })
  await writeFile(
    new URL(`logos/${name}.png`, media),
    await sharp(square).png({ palette: true, quality: 90 }).toBuffer(),
  )
  const words = wordMark(logo)
  const wide = await chromium.picture(drawingPage(words.svg, clear), { width: words.width, height: 64, scale: 2 })
  await writeFile(
    new URL(`logos/${name}-wide.webp`, media),
    await sharp(wide).webp({ quality: 88, alphaQuality: 95 }).toBuffer(),
  )
}
for (const [name, draw] of Object.entries(backdrops)) {
  const picture = await chromium.picture(drawingPage(svg(1280, 800, `${name} backdrop`, draw()), style), {
    width: 1280,
    height: 800,
    scale: 1,
  })
  await writeFile(new URL(`logos/${name}-backdrop.webp`, media), await sharp(picture).webp({ quality: 72 }).toBuffer())
}
await chromium.close()
await writeMediaList()
process.stdout.write(`Drawn into ${fileURLToPath(media)}\n`)

async function keep(
  path: string,
  drawing: string,
  size: { width: number; height: number; scale: number },
  width: number,
) {
  await writeFile(new URL(`${path}.svg`, media), drawing)
  const picture = await chromium.picture(drawingPage(drawing, style), size)
  const small = sharp(picture).resize({ width })
  await writeFile(new URL(`${path}.webp`, media), await small.webp({ quality: 82, effort: 6 }).toBuffer())
}
