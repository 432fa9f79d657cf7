export const en = {
  validation: { acceptTerms: 'You must accept the terms and conditions' },
  reason: {
    secondFactorOwed: 'This team requires a second factor. Sign out and sign in there.',
    otherSignIn: 'This team requires another sign-in method. Sign out and sign in there.',
  },
  firstRun: {
    offer: 'This installation has no superadministrator yet. Create the first one here (the link works once):',
  },
  signIn: {
    noUniqueHeading: 'No unique attribute feed heading found',
    wrong: 'username or password is incorrect',
    blocked:
      'Your account has been blocked due to too many login attempts. Wait a few minutes and try again, or use Forgot Password.',
    disabled: 'Your account is disabled or deleted.',
    tenantSuspended: 'This organisation is suspended.',
    otherMethod: 'Your team uses another sign-in method.',
    setByMail:
      'This password works for another organisation only. If you belong to this one, set a new password with “Forgot/Change Password”; it works for all your organisations.',
    generic: 'Something has gone wrong, please try again later',
  },
  audit: {
    actions: {
      session: {
        end: 'Session ended',
        handOver: 'Session moved to another address',
        signIn: 'Signed in',
        switchTeam: 'Team switched',
      },
    },
    subjects: { session: 'Session' },
  },
}
