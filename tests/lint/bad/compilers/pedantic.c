struct s {
};
