export const en = {
  reason: {
    rewards: {
      soldOut: 'This reward is sold out.',
      notEnough: 'You do not have enough points.',
      otherPrice: 'It costs something else by now. Please look again.',
      ordered: 'Somebody has ordered it. Do not offer it any more instead.',
      waits: 'This order waits for approval. It is decided among the requests.',
      closed: 'This order is closed already.',
    },
  },
  dataExports: { files: { rewardOrders: 'Rewards that you ordered with your points.' } },
  audit: {
    actions: {
      rewardOrders: {
        deliver: 'Order of a reward delivered',
        make: 'Reward ordered',
        refuse: 'Order of a reward refused',
      },
      rewards: { change: 'Reward changed', create: 'Reward added', remove: 'Reward removed' },
    },
    subjects: { reward: 'Reward', rewardOrder: 'Order of a reward' },
  },
}
