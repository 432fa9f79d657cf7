/** `sx` of a form that fills a dialog: its content scrolls, its title and buttons stay in sight. */
export const dialogForm = { display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' } as const
