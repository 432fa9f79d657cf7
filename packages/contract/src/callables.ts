/** Callable functions of the old client (specification, section 7), by the operation that does their work. */
export const callables = {
  findUserTeamsByProperty: 'accounts.findUserTeamsByProperty',
  sendPasswordResetLink: 'accounts.sendPasswordResetLink',
  sendRegistrationEmail: 'accounts.sendRegistrationEmail',
  sendGenericEmail: 'accounts.sendGenericEmail',
} as const
