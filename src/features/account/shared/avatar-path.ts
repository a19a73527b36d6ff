export const avatarPath = '/api/account/avatar';
