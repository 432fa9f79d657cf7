/** How long an administrator may act as somebody before they have to begin again. */
export const actingLastsMs = 3_600_000
