export const en = {
  permissions: {
    statusJob: 'Switch {{count}} rules {{status}}',
    status: {
      active: 'on',
      inactive: 'off',
    },
  },
}
