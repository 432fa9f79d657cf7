/** Colours as `#rrggbb`; channels 0 to 255. Formulas of WCAG 2.2, "relative luminance" and "contrast ratio". */
export type Rgb = readonly [number, number, number]

/** Text must reach this on its ground (WCAG 2.2, 1.4.3). */
export const readableRatio = 4.5

export function isHex(value: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(value)
}

export function parseHex(hex: string): Rgb {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex)
  const full = short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : hex
  const value = Number.parseInt(full.slice(1, 7), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

export function toHex([red, green, blue]: Rgb): string {
  return `#${[red, green, blue].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

function linear(channel: number): number {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

export function luminance(hex: string): number {
  const [red, green, blue] = parseHex(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

export function contrast(a: string, b: string): number {
  const [one, other] = [luminance(a), luminance(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** `amount` of `to` laid over `from`: 0 is `from`, 1 is `to`. Also what an alpha of `amount` looks like on `from`. */
export function mix(from: string, to: string, amount: number): string {
  const [start, end] = [parseHex(from), parseHex(to)]
  const at = (index: 0 | 1 | 2) => start[index] + (end[index] - start[index]) * amount
  return toHex([at(0), at(1), at(2)])
}

/** Black or white, whichever reads better. Pure black: MUI's 87 % black loses a point. One of the two always reaches 4.5. */
export function textOn(ground: string): '#ffffff' | '#000000' {
  return contrast('#ffffff', ground) >= readableRatio ? '#ffffff' : '#000000'
}

/** `wish` moved towards black or white until it reads on every one of the grounds. */
export function readable(wish: string, grounds: readonly string[], ratio: number = readableRatio): string {
  const goal = luminance(grounds[0] ?? '#ffffff') > 0.18 ? '#000000' : '#ffffff'
  for (let amount = 0; amount <= 1; amount += 0.02) {
    const candidate = mix(wish, goal, amount)
    if (grounds.every((ground) => contrast(candidate, ground) >= ratio)) return candidate
  }
  return goal
}

/** A hover ground: `fill` moved away from its text, so that the text reads at least as well as before. */
export function hoverOf(fill: string): string {
  return mix(fill, textOn(fill) === '#ffffff' ? '#000000' : '#ffffff', 0.16)
}
