export const en = {
  permissions: {
    statusJob: 'Switch {{count}} rules {{status}}',
    status: {
      active: 'on',
      inactive: 'off',
    },
  },
  audit: {
    actions: {
      permissions: {
        assign: 'Course assigned to people',
        create: 'Rule of a course created',
        setStatus: 'Status of many rules changed',
        unassign: 'Course unassigned from people',
        update: 'Rule of a course changed',
      },
    },
    subjects: { permission: 'Rule of a course' },
  },
}
