export const en = {
  quickPanel: { tooManyNotes: 'You already have 100 notes. Remove one first.' },
  dataExports: { files: { notes: 'Your quick notes.' } },
}
