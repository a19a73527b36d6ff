export const adminActionKinds = ['role', 'sessions', 'time', 'money', 'licenses', 'licensesRevoked'] as const;
