export const usernameLength = 60;
