export const en = {
  dataExports: { files: { ratings: 'Your ratings and comments.' } },
}
