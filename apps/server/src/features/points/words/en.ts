export const en = {
  reason: { points: { off: 'Your organisation does not use reward points.' } },
  validation: {
    points: {
      notEnough: "Sorry, you don't have enough points to redeem. Please enter another amount",
      fewerThere: 'The person does not have that many points.',
    },
    notZero: 'Enter a number above or below zero.',
  },
  points: {
    sheet: 'Rewards',
    columns: {
      name: 'Name',
      email: 'Email',
      earned: 'Earned',
      redeemed: 'Redeemed',
      adjusted: 'Given or taken by hand',
      lost: 'Expired or reversed',
      balance: 'Balance',
      lastEntryAt: 'Last entry',
    },
  },
  dataExports: { files: { points: 'Your points: what you earned, spent and were given.' } },
  audit: {
    actions: {
      points: {
        adjust: 'Points given or taken by hand',
        changeRule: 'Points of a document changed',
        changeSettings: 'Settings of points changed',
        export: 'Reward report exported',
        redeem: 'Points redeemed',
      },
    },
  },
}
