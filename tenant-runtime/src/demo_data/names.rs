//! Names of generated people and products.

pub(super) const FIRST: [&str; 40] = [
    "Ada", "Alan", "Amir", "Anna", "Ben", "Carla", "Chloe", "Daniel", "Diego", "Elena", "Emma", "Ethan", "Fatima",
    "Felix", "Grace", "Hannah", "Hugo", "Ines", "Jack", "Julia", "Kai", "Laura", "Leo", "Lina", "Lucas", "Maria",
    "Marc", "Mia", "Nadia", "Noah", "Olivia", "Omar", "Paula", "Peter", "Rosa", "Sam", "Sofia", "Tom", "Yara", "Zoe",
];

pub(super) const LAST: [&str; 48] = [
    "Adams", "Alvarez", "Baker", "Bauer", "Bell", "Bernard", "Brown", "Carter", "Chen", "Clark", "Cruz", "Davis",
    "Diaz", "Dubois", "Evans", "Fischer", "Garcia", "Gray", "Hall", "Harris", "Hughes", "Jackson", "Keller", "Khan",
    "King", "Lee", "Lewis", "Lopez", "Martin", "Meyer", "Miller", "Moore", "Morel", "Nguyen", "Owen", "Patel", "Perez",
    "Reed", "Rossi", "Russo", "Schmidt", "Silva", "Smith", "Taylor", "Walker", "White", "Wood", "Young",
];

/// Make and model.
pub(super) const CARS: [(&str, &str); 12] = [
    ("Honda", "Civic"),
    ("Toyota", "Corolla"),
    ("Ford", "F-150"),
    ("Tesla", "Model 3"),
    ("Subaru", "Outback"),
    ("Mazda", "CX-5"),
    ("Chevrolet", "Equinox"),
    ("Jeep", "Wrangler"),
    ("Hyundai", "Tucson"),
    ("Kia", "Sportage"),
    ("Volkswagen", "Golf"),
    ("BMW", "X3"),
];

pub(super) const COLORS: [&str; 6] = ["White", "Black", "Silver", "Gray", "Blue", "Red"];

/// Discounts with their percentage of the most expensive wash. `None`: a bonus at the wash.
pub(super) const DEALS: [(&str, &str, Option<i64>); 3] = [
    ("Rainy day special", "A discount on your next order.", Some(15)),
    ("Welcome back", "A discount to welcome you back.", Some(25)),
    ("Free tyre shine", "Ask for it at the tunnel.", None),
];
