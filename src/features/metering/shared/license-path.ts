export const activateLicensePath = '/api/active-license';
