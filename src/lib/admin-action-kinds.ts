export const adminActionKinds = ['role', 'sessions', 'time', 'money'] as const;
