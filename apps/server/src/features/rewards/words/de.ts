export const de = {
  reason: {
    rewards: {
      soldOut: 'Diese Prämie ist vergriffen.',
      notEnough: 'Sie haben nicht genug Punkte.',
      otherPrice: 'Der Preis hat sich geändert. Bitte sehen Sie noch einmal nach.',
      ordered: 'Jemand hat sie bestellt. Bieten Sie sie stattdessen nicht mehr an.',
      waits: 'Diese Bestellung wartet auf Genehmigung. Darüber wird bei den Anfragen entschieden.',
      closed: 'Diese Bestellung ist bereits abgeschlossen.',
    },
  },
  dataExports: { files: { rewardOrders: 'Prämien, die Sie mit Ihren Punkten bestellt haben.' } },
  audit: {
    actions: {
      rewardOrders: {
        deliver: 'Bestellung einer Prämie geliefert',
        make: 'Prämie bestellt',
        refuse: 'Bestellung einer Prämie abgelehnt',
      },
      rewards: { change: 'Prämie geändert', create: 'Prämie hinzugefügt', remove: 'Prämie entfernt' },
    },
    subjects: { reward: 'Prämie', rewardOrder: 'Bestellung einer Prämie' },
  },
}
