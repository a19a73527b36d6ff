export const adminActionKinds = ['role', 'sessions', 'time', 'money', 'licenses', 'licensesRevoked', 'hide', 'show'] as const;
