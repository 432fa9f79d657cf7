export const videoHosts = {
  title: 'Videos from other sites',
  text: 'Authors can embed videos of these hosts in pages. Learners load a video only when they select it; the host then learns their network address.',
  hosts: 'Allowed hosts',
  help: 'For example player.vimeo.com. Press Enter after each one.',
  save: 'Save',
  saved: 'The allowed hosts were saved',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    videoHosts: typeof videoHosts
  }
}
