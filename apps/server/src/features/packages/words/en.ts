export const en = {
  audit: {
    actions: { packages: { import: 'Package import started', store: 'Package stored' } },
    subjects: { package: 'Package' },
  },
}
