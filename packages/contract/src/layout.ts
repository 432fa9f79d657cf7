// Values without schemas: the shell reads them on the first page.

/** How a person arranges the pages (specification, section 3, "Layout settings"). */
export const layoutStyles = ['layout1', 'layout2', 'layout3'] as const
export const layoutModes = ['fullwidth', 'boxed', 'container'] as const
export const scrollKinds = ['content', 'body'] as const
export const barStyles = ['fixed', 'static'] as const
export const toolbarPositions = ['above', 'below'] as const
export const navbarPositions = ['left', 'right'] as const
export const directions = ['ltr', 'rtl'] as const
/** How days are written: `YYYY-MM-DD`, or with the name of the month. */
export const dayForms = ['iso', 'words'] as const
export type DayForm = (typeof dayForms)[number]

export interface LayoutSettings {
  style: (typeof layoutStyles)[number]
  mode: (typeof layoutModes)[number]
  /** What scrolls in layout1: the page under bars that stay, or everything, the bars too. */
  scroll: (typeof scrollKinds)[number]
  navbar: { display: boolean; position: (typeof navbarPositions)[number] }
  toolbar: { display: boolean; style: (typeof barStyles)[number]; position: (typeof toolbarPositions)[number] }
  footer: { display: boolean; style: (typeof barStyles)[number] }
  leftSidePanel: { display: boolean }
  rightSidePanel: { display: boolean }
}

export const usualLayout: LayoutSettings = {
  style: 'layout1',
  mode: 'fullwidth',
  scroll: 'content',
  navbar: { display: true, position: 'left' },
  toolbar: { display: true, style: 'fixed', position: 'below' },
  footer: { display: false, style: 'static' },
  leftSidePanel: { display: false },
  rightSidePanel: { display: false },
}

/** Widest page of a boxed layout (specification, section 2); a container stands in between. */
export const boxedWidths = { layout1: 1280, layout2: 1280, layout3: 1120 } as const

/** The quick panel's switches. */
export interface QuickSettings {
  notifications: boolean
  cloudSync: boolean
  retroThrusters: boolean
}
export const usualQuickSettings: QuickSettings = { notifications: true, cloudSync: false, retroThrusters: false }
