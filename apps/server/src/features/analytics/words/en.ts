export const en = {
  dataExports: { files: { analytics: 'Recorded page usage.' } },
}
