export interface NamedPalette {
  name: PaletteName
  mode: 'light' | 'dark'
  primary: string
  secondary: string
}

/** The ten named themes of the specification, section 9; colours from the original look, `learnt` is our own. */
export const paletteNames = [
  'default',
  'sunset',
  'greeny',
  'beach',
  'tech',
  'sweetHues',
  'defaultDark',
  'deepOcean',
  'slate',
  'learnt',
] as const
export type PaletteName = (typeof paletteNames)[number]

export const palettes: Record<PaletteName, NamedPalette> = {
  default: { name: 'default', mode: 'light', primary: '#192d3e', secondary: '#22d3ee' },
  sunset: { name: 'sunset', mode: 'light', primary: '#d0605e', secondary: '#ff994c' },
  greeny: { name: 'greeny', mode: 'light', primary: '#387ca3', secondary: '#55c39e' },
  beach: { name: 'beach', mode: 'light', primary: '#93a7ab', secondary: '#f18153' },
  tech: { name: 'tech', mode: 'light', primary: '#4dbce9', secondary: '#d1e751' },
  sweetHues: { name: 'sweetHues', mode: 'light', primary: '#a391b9', secondary: '#6080a3' },
  defaultDark: { name: 'defaultDark', mode: 'dark', primary: '#192d3e', secondary: '#22d3ee' },
  deepOcean: { name: 'deepOcean', mode: 'dark', primary: '#5a24b4', secondary: '#fe00e9' },
  slate: { name: 'slate', mode: 'dark', primary: '#4ecdc4', secondary: '#ff6b6b' },
  learnt: { name: 'learnt', mode: 'light', primary: '#3730a3', secondary: '#0f766e' },
}

export function isPaletteName(name: string): name is PaletteName {
  return (paletteNames as readonly string[]).includes(name)
}

export function findPalette(name: string): NamedPalette {
  return palettes[isPaletteName(name) ? name : 'default']
}
