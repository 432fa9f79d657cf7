export const en = {
  dataExports: { files: { presence: 'When you were last online, and on which device.' } },
}
